import { useState } from 'react';

type Problems<Fields> = Partial<Record<keyof Fields, string>>;

/** Values read from a form's fields, or an instruction for each field that can't be read. */
export type Reading<Fields, Values> =
  | { ok: true; values: Values }
  | { ok: false; problems: Problems<Fields> };

interface RefusedFields<Fields> {
  /** The problems of a field; empty if none is known. */
  problemsOf(name: keyof Fields): string[];
  /** Call this with the reading when the user saves. Returns its values. If a field can't be read, shows the problems and returns null. */
  accept<Values>(read: Reading<Fields, Values>): Values | null;
}

/** Problems of fields that couldn't be read. A problem is shown until its field changes. */
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
