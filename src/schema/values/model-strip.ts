/**
 * `kept`: visible because a rule keeps it. `lost` and `back`: visible before the change and hidden after it, or the reverse. `unknown`: the
 * page hasn't loaded the models of the group.
 */
export const MARK_STATES = ['visible', 'kept', 'hidden', 'lost', 'back', 'unknown'] as const;

/** A mark of the strip of models: one model or, on a page with many, several in the same state. */
export interface ModelMark {
  state: (typeof MARK_STATES)[number];
  /** Set if the state isn't saved yet. */
  isUnsaved?: true;
  /** The model's name; of several, the first one's. For an unknown group, its name. */
  name: string;
  /** Number of models; 1 for an unknown group. */
  count: number;
}

/** Every model of a page, in its groups, such as providers. */
export interface ModelStrip {
  groups: {
    /** Null for the group that joins those without a change, and those that no longer fit. */
    name: string | null;
    marks: ModelMark[];
  }[];
}

/** Numbers of models by state; a state without models is missing. */
export type ModelCounts = { [state in ModelMark['state']]?: number };

export function countMarks({ groups }: ModelStrip): ModelCounts {
  const marks = groups.flatMap((group) => group.marks);
  const counts = MARK_STATES.map((state) => {
    const same = marks.filter((mark) => mark.state === state);
    return [state, same.reduce((sum, { count }) => sum + count, 0)] as const;
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
