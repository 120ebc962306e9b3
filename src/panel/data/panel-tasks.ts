import type { PanelRequest } from '@/src/messages/panel-request';

/** A task about the page in front. */
export type PageTask = Exclude<PanelRequest['task'], { kind: 'show-chat' }>;

/** A request that the background made to a panel. */
export interface PanelTask {
  task:
    | PageTask
    /** A request that couldn't be read; the panel shows the error. */
    | { kind: 'problem'; error: unknown };
  /** The chat that the panel shows; null if it shows none. */
  chatId: string | null;
  /** The tab of the connected page that the panel shows; null if it shows none. */
  tabId: number | null;
}

/** Delivers requests to the component that carries them out. Keeps requests that arrive before it is rendered. */
export interface PanelTasks {
  deliver(task: PanelTask): void;
  /** Calls `listener` with the kept requests and each later one. Returns a function that ends that. */
  receive(listener: (task: PanelTask) => void): () => void;
}

export function createPanelTasks(): PanelTasks {
  let receiver: ((task: PanelTask) => void) | null = null;
  let kept: PanelTask[] = [];
  return {
    deliver(task) {
      if (receiver === null) kept.push(task);
      else receiver(task);
    },
    receive(listener) {
      receiver = listener;
      const waiting = kept;
      kept = [];
      for (const task of waiting) listener(task);
      return () => {
        if (receiver === listener) receiver = null;
      };
    },
  };
}

export const panelTasks = createPanelTasks();
