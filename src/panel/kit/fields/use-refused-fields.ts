import { useState } from 'react';

type Problems<Fields> = Partial<Record<keyof Fields, string>>;

/** The values of a form's fields; if fields can't be read, an instruction for each of them instead. */
export type Reading<Fields, Values> =
  | { ok: true; values: Values }
  | { ok: false; problems: Problems<Fields> };

interface RefusedFields<Fields> {
  /** The problems of a field; empty if none is known. */
  problemsOf(name: keyof Fields): string[];
  /** Must be called with what was read when the user saves. Null, with the problems shown, if a field can't be read. */
  accept<Values>(read: Reading<Fields, Values>): Values | null;
}

/** The problems of fields that could not be saved: each is shown until its field is changed. */
export function useRefusedFields<Fields extends object>(fields: Fields): RefusedFields<Fields> {
  const [refused, setRefused] = useState<{ fields: Fields; problems: Problems<Fields> } | null>(null);
  return {
    problemsOf(name) {
      const problem = refused?.problems[name];
      const isSame = JSON.stringify(refused?.fields[name]) === JSON.stringify(fields[name]);
      return problem !== undefined && isSame ? [problem] : [];
    },
    accept(read) {
      setRefused(read.ok ? null : { fields, problems: read.problems });
      return read.ok ? read.values : null;
    },
  };
}
