/** A value that changes by actions only, and tells so. */
export interface Store<State, Action> {
  getState(): State;
  /** Applies the action at once; listeners have been called when it returns. */
  dispatch(action: Action): void;
  /** Calls back after each change of the state. Answers with the way to end that. */
  subscribe(listener: () => void): () => void;
}

/** Makes a store around a pure reducer. An action that changes nothing calls no listener. */
export function createStore<State, Action>(
  reduce: (state: State, action: Action) => State,
  initial: State,
): Store<State, Action> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    getState: () => state,
    dispatch(action) {
      const next = reduce(state, action);
      if (next === state) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
