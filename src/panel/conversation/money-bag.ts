import { createLucideIcon } from 'lucide-react';

/** A money bag in the style of the other icons, which have none. */
export const MoneyBag = createLucideIcon('money-bag', [
  ['path', { d: 'M9 7 7 3h10l-2 4', key: 'neck' }],
  [
    'path',
    {
      d: 'M9 7h6c3.5 2.5 6 6.2 6 9.5A4.5 4.5 0 0 1 16.5 21h-9A4.5 4.5 0 0 1 3 16.5C3 13.2 5.5 9.5 9 7Z',
      key: 'bag',
    },
  ],
  ['path', { d: 'M14 12h-3a1.5 1.5 0 0 0 0 3h2a1.5 1.5 0 0 1 0 3h-3', key: 'sign' }],
  ['path', { d: 'M12 11v1M12 18v1', key: 'bar' }],
]);
