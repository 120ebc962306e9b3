import type { ChaosStage } from './chaos-stage';

type WorkerScope = typeof globalThis & { wholeStore?: Pick<IDBObjectStore, 'add' | 'put'> };

/**
 * The browser has no space for any write of the worker. The browser's own limit can't be used, since it doesn't apply to an extension
 * with the permission `unlimitedStorage`. Returns a function that frees space.
 */
export async function fillStorage({ browser }: ChaosStage): Promise<() => Promise<void>> {
  const worker = await browser.worker();
  await worker.evaluate(() => {
    const { add, put } = IDBObjectStore.prototype;
    (globalThis as WorkerScope).wholeStore = { add, put };
    for (const method of ['add', 'put'] as const) {
      IDBObjectStore.prototype[method] = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    }
  });
  return () =>
    worker.evaluate(() => {
      Object.assign(IDBObjectStore.prototype, (globalThis as WorkerScope).wholeStore);
    });
}

/** The worker's next write throws, as it does when the browser fails to read its files. */
export async function breakNextWrite({ browser }: ChaosStage): Promise<void> {
  const worker = await browser.worker();
  await worker.evaluate(() => {
    const { add, put } = IDBObjectStore.prototype;
    for (const method of ['add', 'put'] as const) {
      IDBObjectStore.prototype[method] = () => {
        Object.assign(IDBObjectStore.prototype, { add, put });
        throw new DOMException('Internal error.', 'UnknownError');
      };
    }
  });
}

/**
 * The user deletes the data of the extension in the browser's settings, which closes the databases that are open. Returns a function that
 * does what the user does then: opens the panel again, and connects it.
 */
export async function deleteDatabase(stage: ChaosStage): Promise<() => Promise<void>> {
  await stage.browser.deleteDatabases();
  return async () => {
    // A part that the closed panel was still loading would be an error of the panel.
    await stage.panel().page.waitForLoadState('networkidle');
    await stage.closePanel();
    await stage.openPanel();
    await stage.panel().connectScripted(stage.endpoint);
  };
}

/** The row of the chat's last message is damaged: all is missing but what the database demands of it. */
export async function damageLastMessage({ browser }: ChaosStage): Promise<void> {
  const worker = await browser.worker();
  await worker.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('steward');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => resolve(opening.result);
    });
    const transaction = database.transaction(['chats', 'messages'], 'readwrite');
    const chats = transaction.objectStore('chats').index('updatedAtMs').openCursor(null, 'prev');
    chats.onsuccess = () => {
      const chatId = chats.result?.primaryKey;
      const ofChat = IDBKeyRange.bound([chatId, 0], [chatId, []]);
      const messages = transaction
        .objectStore('messages')
        .index('[chatId+position]')
        .openCursor(ofChat, 'prev');
      messages.onsuccess = () => {
        const { id, position } = messages.result?.value ?? {};
        if (id !== undefined) transaction.objectStore('messages').put({ id, chatId, position });
      };
    };
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    database.close();
  });
}
