import { useState } from 'react';

interface RefusedFields<Fields> {
  /** The problem of a field; undefined if nothing is known to be. */
  problemOf(name: keyof Fields): string | undefined;
  /** Must be called with what is wrong with the fields that the user wants to save; nothing if they are right. */
  refuse(problems: Partial<Record<keyof Fields, string>>): void;
}

/** The problems of fields that could not be saved: each is shown until its field is changed. */
export function useRefusedFields<Fields extends object>(fields: Fields): RefusedFields<Fields> {
  const [refused, setRefused] = useState<{
    fields: Fields;
    problems: Partial<Record<keyof Fields, string>>;
  } | null>(null);
  return {
    problemOf: (name) =>
      refused !== null && refused.fields[name] === fields[name] ? refused.problems[name] : undefined,
    refuse: (problems) => setRefused({ fields, problems }),
  };
}
