import type { BrowserContext, CDPSession } from 'playwright';
import type { WorkerDebugger, WorkerEvents } from '../steward-browser';
import { waitUntil } from '../wait-until';
import { workerTarget } from './loaded-extension';

/** A message of the debugger's protocol, as far as it is used here. */
interface DebuggerMessage {
  method?: string;
  params?: { payload?: string; exceptionDetails?: { text: string; exception?: { description?: string } } };
}

/** Implements `InstalledExtension.debugWorker`. */
export async function debugWorker(
  { context, extensionId }: { context: BrowserContext; extensionId: string },
  { onNote, onError }: WorkerEvents,
): Promise<WorkerDebugger> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('The browser offers no DevTools session.');
  let atStart = '';
  let sessionId = '';
  let lastId = 0;

  async function send(method: string, params: object): Promise<void> {
    lastId += 1;
    const message = JSON.stringify({ id: lastId, method, params });
    await session?.send('Target.sendMessageToTarget', { sessionId, message });
  }
  const evaluate = (expression: string) => send('Runtime.evaluate', { expression });

  async function receive({ method, params }: DebuggerMessage): Promise<void> {
    // A new worker has started. It has the target of the worker before it.
    if (method === 'Runtime.executionContextCreated') await evaluate(atStart);
    if (method === 'Runtime.bindingCalled') onNote(params?.payload ?? '');
    if (method === 'Runtime.exceptionThrown') {
      const { text, exception } = params?.exceptionDetails ?? { text: 'unknown' };
      onError(exception?.description ?? text);
    }
  }

  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    receive(JSON.parse(message)).catch((error) => onError(String(error)));
  });
  sessionId = await attach(session, extensionId);
  await send('Runtime.enable', {});
  await send('Runtime.addBinding', { name: 'noteForDriver' });
  // Makes the worker stop at a `debugger` statement.
  await send('Debugger.enable', {});
  return {
    evaluate,
    async startWith(expression) {
      atStart = expression;
    },
  };
}

/** Resolves with the id of a session with the worker. Waits for the worker, which may not run yet after an update. */
async function attach(session: CDPSession, extensionId: string): Promise<string> {
  let sessionId = '';
  await waitUntil(async () => {
    const worker = await workerTarget(session, extensionId);
    if (worker === undefined) return false;
    const { targetId } = worker;
    try {
      ({ sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false }));
    } catch {
      // This worker ended meanwhile; the next try finds its successor.
      return false;
    }
    return true;
  }, 'The extension’s worker is not running.');
  return sessionId;
}
