import { useLayoutEffect, useState } from 'react';

/** A setting as it is shown. */
export interface Choice<Value> {
  /** The user's choice, or what is stored; undefined until either is known. */
  shown: Value | undefined;
  /** Shows the value at once; the caller stores it. */
  choose(value: Value): void;
  /** Shows what is stored again, because the choice could not be stored. */
  revert(): void;
}

/** A stored setting, in whose place the user's choice is shown until it is stored. `Value` excludes undefined. */
export function useChoice<Value>(stored: Value | undefined): Choice<Value> {
  const [chosen, setChosen] = useState<{ value: Value } | null>(null);
  useLayoutEffect(() => {
    if (chosen !== null && chosen.value === stored) setChosen(null);
  }, [chosen, stored]);
  return {
    shown: chosen === null ? stored : chosen.value,
    choose: (value) => setChosen({ value }),
    revert: () => setChosen(null),
  };
}
