/** The restorable part: the ids of the models that are disabled, and of those that are hidden, each sorted. */
export type OpenWebuiState = { disabled: string[]; hidden: string[] };

/** A model as the page lists it. */
export type ListedModel = {
  id: string;
  name: string;
  /** `base`: a connection offers it; `custom`: an admin or user made it from another one; `unavailable`: no connection offers it any more. */
  kind: 'base' | 'custom' | 'unavailable';
  /** The id of the model that a custom one is made from; null for any other. */
  base: string | null;
  /** The users who may choose it while it is enabled. Administrators may choose any. */
  access: 'everyone' | 'some' | 'administrators';
};

/** The models of one Open WebUI server. */
export type OpenWebuiContext = OpenWebuiState & { models: ListedModel[] };

/** One of the two flags. */
export type Flag = keyof OpenWebuiState;

/** The restorable part of a context. */
export function restorableState({ disabled, hidden }: OpenWebuiContext): OpenWebuiState {
  return { disabled, hidden };
}

/** The ids whose flag differs between two states: those that get it, and those that lose it. */
export function flagChanges(
  from: OpenWebuiState,
  to: OpenWebuiState,
  flag: Flag,
): { set: string[]; cleared: string[] } {
  const before = new Set(from[flag]);
  const after = new Set(to[flag]);
  return {
    set: to[flag].filter((id) => !before.has(id)),
    cleared: from[flag].filter((id) => !after.has(id)),
  };
}

/** The state with a flag set or cleared for these ids. */
export function withFlag<State extends OpenWebuiState>(
  state: State,
  flag: Flag,
  ids: readonly string[],
  isSet: boolean,
): State {
  const changed = new Set(ids);
  const others = state[flag].filter((id) => !changed.has(id));
  return { ...state, [flag]: isSet ? sorted([...others, ...changed]) : others };
}

/** In code-unit order, so that equal states give equal JSON. */
export function sorted(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}
