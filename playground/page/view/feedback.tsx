import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { createStore, type Store } from '../state/create-store';

const SHOWN_MS = 6_000;

/** A message on an operation of the view itself, such as copying. */
export interface Feedback {
  tone: 'done' | 'failed';
  text: string;
}

type FeedbackStore = Store<Feedback | null, Feedback | null>;

const FeedbackContext = createContext<FeedbackStore | null>(null);

/** Provides the page's live region to all components below. */
export function FeedbackProvider({ children }: { children: ReactNode }) {
  const [store] = useState<FeedbackStore>(() =>
    createStore<Feedback | null, Feedback | null>((_, next) => next, null),
  );
  return <FeedbackContext value={store}>{children}</FeedbackContext>;
}

/** Shows a message; it replaces the previous one. */
export function useSay(): (feedback: Feedback) => void {
  return useFeedbackStore().dispatch;
}

/** The live region. A message disappears after some seconds. */
export function FeedbackLine() {
  const store = useFeedbackStore();
  const feedback = useSyncExternalStore(store.subscribe, store.getState);
  useEffect(() => {
    if (feedback === null) return;
    const timer = setTimeout(() => store.dispatch(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [store, feedback]);
  return (
    <span className="feedback" aria-live="polite">
      {feedback && <span className={feedback.tone === 'failed' ? 'failed' : 'muted'}>{feedback.text}</span>}
    </span>
  );
}

function useFeedbackStore(): FeedbackStore {
  const store = useContext(FeedbackContext);
  if (!store) throw new Error('Feedback needs a FeedbackProvider around it.');
  return store;
}
