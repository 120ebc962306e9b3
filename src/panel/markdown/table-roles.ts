/**
 * The roles of a table's elements, named explicitly: a browser may drop those of a table whose parts are displayed as
 * blocks and grids.
 */
export const TABLE_ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
