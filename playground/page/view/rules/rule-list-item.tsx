import { createContext, useContext } from 'react';
import type { CustomItemComponentProps } from 'virtua';

/** How many rules the list has: most of them are not in the document, so each that is says its place. */
export const RuleCountContext = createContext(0);

/** A place of the virtual list, as an entry of a list of rules. */
export function RuleListItem({ ref, index, style, children }: CustomItemComponentProps) {
  const count = useContext(RuleCountContext);
  return (
    <li {...(ref === undefined ? {} : { ref })} style={style} aria-posinset={index + 1} aria-setsize={count}>
      {children}
    </li>
  );
}
