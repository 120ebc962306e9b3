import { type BidiMessage, firefoxConnector, type Transport } from './private-interfaces';

/** The answer to a command of Playwright's, or null to pass it on, possibly changed in place. */
type Intercept = (method: string, params: Record<string, unknown>) => Promise<object | null> | object | null;

/** A command that Playwright sends for each new page, and that Firefox doesn't have. */
const LACKING_COMMAND = 'emulation.setMediaFeaturesOverride';

/** The driver's own commands have ids that Playwright doesn't reach. */
const FIRST_OWN_ID = 1_000_000_000;

/**
 * A transport between Playwright and Firefox, in this process. It sends the driver's own commands, and answers or
 * changes some of Playwright's.
 */
export class BidiTap implements Transport {
  onmessage: ((message: BidiMessage) => void) | undefined;
  onclose: ((reason?: string) => void) | undefined;
  intercept: Intercept = () => null;
  /** Each is called with every event before Playwright gets it, and may change it in place. */
  readonly observers = new Set<(method: string, params: Record<string, unknown>) => void>();
  /** Returns true for an event that Playwright must not get. */
  isHidden: (method: string, params: Record<string, unknown>) => boolean = () => false;
  /**
   * Adds missing parameters to an event, in place. Playwright gets the event after the returned promise has resolved, or at once and unchanged
   * if the result is null.
   */
  complete: (method: string, params: Record<string, unknown>) => Promise<void> | null = () => null;
  readonly #transport: Transport;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  #nextId = FIRST_OWN_ID;
  /** Resolves when all commands so far were sent or answered, since Playwright relies on their order; null if all were. */
  #passed: Promise<void> | null = null;
  #isClosed = false;

  constructor(transport: Transport) {
    this.#transport = transport;
    transport.onmessage = (message) => this.#receive(message);
    transport.onclose = (reason) => {
      this.#isClosed = true;
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox was closed.'));
      this.#waiting.clear();
      this.onclose?.(reason);
    };
  }

  send(message: BidiMessage): void {
    const work =
      this.#passed === null ? this.#handle(message) : this.#passed.then(() => this.#handle(message));
    if (!(work instanceof Promise)) return;
    const passed = work
      .catch((error: unknown) => this.onclose?.(`The driver could not send ${message.method}: ${error}`))
      .then(() => {
        if (this.#passed === passed) this.#passed = null;
      });
    this.#passed = passed;
  }

  /** Passes a command on, or answers it. */
  #handle(message: BidiMessage): Promise<void> | undefined {
    // Not answered at once: Playwright registers what waits for the answer only after this call.
    const answer = (reply: BidiMessage) => {
      setImmediate(() => this.onmessage?.({ id: message.id ?? 0, ...reply }));
    };
    const fail = (error: unknown) =>
      answer({
        type: 'error',
        error: 'unknown error',
        message: error instanceof Error ? error.message : String(error),
      });
    const settle = (result: object | null) => {
      if (result === null) this.#transport.send(message);
      else answer({ type: 'success', result });
    };
    const outcome =
      message.method === LACKING_COMMAND ? {} : this.intercept(message.method ?? '', message.params ?? {});
    if (outcome instanceof Promise) return outcome.then(settle, fail);
    settle(outcome);
    return undefined;
  }

  close(): void {
    this.#transport.close();
  }

  closeAndWait(): Promise<void> {
    return this.#transport.closeAndWait();
  }

  /** Sends a command of the driver's own. */
  command<Result>(method: string, params: object): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new Error('Firefox was closed.'));
    const id = this.#nextId++;
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (result) => resolve(result as Result), reject });
      this.#transport.send({ id, method, params: { ...params } });
    });
  }

  #receive(message: BidiMessage): void {
    const own = message.id === undefined ? undefined : this.#waiting.get(message.id);
    if (own === undefined) {
      const pass = () => this.onmessage?.(message);
      const { type, method = '', params = {} } = message;
      if (type !== 'event') {
        pass();
        return;
      }
      for (const observe of this.observers) observe(method, params);
      if (this.isHidden(method, params)) return;
      const completed = this.complete(method, params);
      if (completed === null) pass();
      else void completed.then(pass);
      return;
    }
    this.#waiting.delete(message.id ?? 0);
    if (message.type === 'success') own.resolve(message.result);
    else own.reject(new Error(`${message.error}: ${message.message}`));
  }
}

/**
 * Starts Firefox by `launch`, with a tap between Playwright and Firefox. `prepare` gets the tap before the first message. Resolves with the
 * tap, too. Throws if Playwright connected otherwise.
 */
export async function launchWithTap<Launched>(
  prepare: (tap: BidiTap) => void,
  launch: () => Promise<Launched>,
): Promise<{ launched: Launched; tap: BidiTap }> {
  const connector = firefoxConnector();
  const { connectToTransport } = connector;
  const taps: BidiTap[] = [];
  connector.connectToTransport = (transport, ...rest) => {
    const tap = new BidiTap(transport);
    taps.push(tap);
    prepare(tap);
    return connectToTransport.call(connector, tap, ...rest);
  };
  try {
    const launched = await launch();
    const [tap] = taps;
    if (tap === undefined)
      throw new Error('Playwright did not connect to Firefox by the driver’s transport.');
    return { launched, tap };
  } finally {
    connector.connectToTransport = connectToTransport;
  }
}
