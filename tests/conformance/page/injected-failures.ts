/** Counts an adapter's own steps that change its page, and lets one of them fail. */
export interface InjectedFailures {
  /** Number of steps since the last `failAt`. */
  steps(): number;
  /** Number of those that act through the page, so that the page's own scripts may send requests for them: all but the adapter's requests. */
  acts(): number;
  /** Lets the step with this number, counted from 1, fail before it has an effect; null lets none fail. */
  failAt(step: number | null): void;
}

/** Requests of the page protocol that change the page. */
const CHANGING_REQUESTS = ['apply-state', 'action'];

/**
 * Replaces everything in this world by which a script can change a page: clicks, events, fields, forms, requests. Only the
 * adapter's world is affected, the page's own scripts are not.
 */
export function injectFailures(view: Window & typeof globalThis): InjectedFailures {
  let taken = 0;
  let acts = 0;
  let failing: number | null = null;
  const isFailing = () => {
    taken += 1;
    return taken === failing;
  };
  const failOrGo = () => {
    if (isFailing()) throw new Error('A failure injected by the conformance kit.');
  };
  const step = () => {
    acts += 1;
    failOrGo();
  };
  const isFailingAct = () => {
    acts += 1;
    return isFailing();
  };

  function beforeMethod<Owner extends object>(
    owner: Owner,
    name: keyof Owner & string,
    act: () => void,
  ): void {
    const original = owner[name] as (...args: unknown[]) => unknown;
    Object.defineProperty(owner, name, {
      configurable: true,
      writable: true,
      value(this: unknown, ...args: unknown[]) {
        act();
        return original.apply(this, args);
      },
    });
  }

  function beforeSetter(owner: object, name: string): void {
    const original = Object.getOwnPropertyDescriptor(owner, name);
    if (original?.set === undefined) return;
    const { set } = original;
    Object.defineProperty(owner, name, {
      ...original,
      set(this: unknown, value: unknown) {
        step();
        set.call(this, value);
      },
    });
  }

  beforeMethod(view.HTMLElement.prototype, 'click', step);
  beforeMethod(view.HTMLFormElement.prototype, 'submit', step);
  beforeMethod(view.HTMLFormElement.prototype, 'requestSubmit', step);
  for (const name of ['value', 'checked']) beforeSetter(view.HTMLInputElement.prototype, name);
  beforeSetter(view.HTMLTextAreaElement.prototype, 'value');
  for (const name of ['value', 'selectedIndex']) beforeSetter(view.HTMLSelectElement.prototype, name);
  beforeSetter(view.HTMLOptionElement.prototype, 'selected');

  const dispatch = view.EventTarget.prototype.dispatchEvent;
  view.EventTarget.prototype.dispatchEvent = function (event) {
    if (event.type !== 'steward:request') step();
    else if (refusesRequest(event, isFailingAct)) {
      return dispatch.call(this, refusalOf(event));
    }
    return dispatch.call(this, event);
  };

  const fetch = view.fetch.bind(view);
  view.fetch = (input, init) => {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    const isChange = !['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase());
    if (isChange && isFailing()) return Promise.reject(new TypeError('Failed to fetch'));
    return fetch(input, init);
  };
  beforeMethod(view.XMLHttpRequest.prototype, 'send', failOrGo);

  return {
    steps: () => taken,
    acts: () => acts,
    failAt(number) {
      taken = 0;
      acts = 0;
      failing = number;
    },
  };
}

/** True if the request of the page protocol would change the page and has to fail. */
function refusesRequest(event: Event, isFailing: () => boolean): boolean {
  return CHANGING_REQUESTS.includes(JSON.parse((event as CustomEvent<string>).detail).type) && isFailing();
}

/** The answer of a page that refuses the request. */
function refusalOf(event: Event): Event {
  const request = JSON.parse((event as CustomEvent<string>).detail);
  const error = { code: 'state-refused', message: 'A failure injected by the conformance kit.' };
  return new CustomEvent('steward:response', {
    detail: JSON.stringify({ ...request, body: { ok: false, error } }),
  });
}
