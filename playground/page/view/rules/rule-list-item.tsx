import { createContext, useContext } from 'react';
import type { CustomItemComponentProps } from 'virtua';

/** Number of rules of the list. Most are not in the document, so each item states its position. */
export const RuleCountContext = createContext(0);

/** An item of the virtual list, as a list item of rules. */
export function RuleListItem({ ref, index, style, children }: CustomItemComponentProps) {
  const count = useContext(RuleCountContext);
  // An item is hidden until it has been measured, and a hidden item can’t get the focus. All rules have the
  // same height.
  const shown = { ...style, visibility: 'visible' } as const;
  return (
    <li {...(ref === undefined ? {} : { ref })} style={shown} aria-posinset={index + 1} aria-setsize={count}>
      {children}
    </li>
  );
}
