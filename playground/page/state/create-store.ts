/** A state that only actions change, and that notifies listeners. */
export interface Store<State, Action> {
  getState(): State;
  /** Applies the action synchronously, including all listener calls. */
  dispatch(action: Action): void;
  /** Calls the listener after each change of the state. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** Creates a store from a pure reducer. An action without a change calls no listener. */
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
