import { createContext, useContext } from 'react';
import type { CustomItemComponentProps } from 'virtua';

/** How many rules the list has: most of them are not in the document, so each that is says its place. */
export const RuleCountContext = createContext(0);

/** A place of the virtual list, as an entry of a list of rules. */
export function RuleListItem({ ref, index, style, children }: CustomItemComponentProps) {
  const count = useContext(RuleCountContext);
  // A place is hidden until it has been measured, and what is hidden can’t take the keyboard. Rules are all of one height.
  const shown = { ...style, visibility: 'visible' } as const;
  return (
    <li {...(ref === undefined ? {} : { ref })} style={shown} aria-posinset={index + 1} aria-setsize={count}>
      {children}
    </li>
  );
}
