"""The printer: PDF files of labels, cards for the table, sheets.

It asks a game what there is to print and never which game it is. Equal input gives equal
bytes: no clock, no chance, no font of the machine's. Lengths are millimetres from the top
left corner of the page, type sizes points.
"""
