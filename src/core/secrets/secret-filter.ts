import { KEY_REMOVED } from './known-secrets';
import { secretForms } from './secret-forms';
import { createTextAutomaton, type TextAutomaton } from './text-automaton';
import { createUnescape, type TakeUnit } from './unescape';

/** Removes secrets from a text that arrives in pieces. */
export interface SecretFilter {
  /** Returns the text that can be passed on now. Text that may be the start of a secret is held back. */
  add(piece: string): string;
  /** Returns the text held back. Call once, after the last piece. */
  end(): string;
}

/** Replaces known secrets in texts by {@link KEY_REMOVED}. */
export interface SecretRemover {
  /** Creates a filter for one text that arrives in pieces, cut anywhere. */
  filter(): SecretFilter;
  /** For a complete text. */
  remove(text: string): string;
}

/**
 * Finds each secret in all forms of {@link secretForms}, also with characters written as escapes of a JSON
 * string, or of JSON in a JSON string. Not found: a secret split over several texts, or encoded in another
 * way.
 */
export function createSecretRemover(secrets: readonly string[]): SecretRemover {
  const automaton = createTextAutomaton(secretForms(secrets));
  const filter = () => createSecretFilter(automaton);
  return {
    filter,
    remove(text) {
      const whole = filter();
      return whole.add(text) + whole.end();
    },
  };
}

/** Matches the text at one level of escapes. */
interface Watcher {
  take: TakeUnit;
  /** Start of the longest secret prefix at the end of the text; null if there is none. */
  prefixStart(): number | null;
}

function createWatcher(automaton: TextAutomaton, onFound: (start: number, end: number) => void): Watcher {
  /** Start positions of the last characters, as many as the longest secret has. */
  const starts = new Float64Array(Math.max(1, automaton.maxLength));
  let count = 0;
  let state = 0;
  const startOfLast = (length: number) => starts[(count - length) % starts.length] ?? 0;
  return {
    take(unit, start, end) {
      starts[count % starts.length] = start;
      count += 1;
      state = automaton.step(state, unit);
      const length = state === 0 ? 0 : automaton.matchLength(state);
      if (length > 0) onFound(startOfLast(length), end);
    },
    prefixStart() {
      const length = automaton.prefixLength(state);
      return length === 0 ? null : startOfLast(length);
    },
  };
}

function createSecretFilter(automaton: TextAutomaton): SecretFilter {
  /** Text that isn't passed on yet, starting at `heldFrom`. */
  let held = '';
  let heldFrom = 0;
  /** Secrets in the held text, sorted and without overlaps. */
  let spans: [start: number, end: number][] = [];

  function onFound(start: number, end: number): void {
    let [from, to] = [start, end];
    const later: typeof spans = [];
    // Matches inside escapes are found later, so a span may belong before the last one.
    for (let last = spans.at(-1); last !== undefined && last[1] > from; last = spans.at(-1)) {
      spans.pop();
      if (last[0] >= to) later.unshift(last);
      else [from, to] = [Math.min(from, last[0]), Math.max(to, last[1])];
    }
    spans.push([from, to], ...later);
  }

  const plain = createWatcher(automaton, onFound);
  const once = createWatcher(automaton, onFound);
  const twice = createWatcher(automaton, onFound);
  const inner = createUnescape(twice.take);
  const outer = createUnescape((unit, start, end) => {
    once.take(unit, start, end);
    inner.take(unit, start, end);
  });

  function release(to: number): string {
    let text = '';
    let from = heldFrom;
    for (const [start, end] of spans) {
      if (start >= to) break;
      text += held.slice(from - heldFrom, start - heldFrom) + KEY_REMOVED;
      from = end;
    }
    text += held.slice(from - heldFrom, to - heldFrom);
    spans = spans.filter(([start]) => start >= to);
    held = held.slice(to - heldFrom);
    heldFrom = to;
    return text;
  }

  return {
    add(piece) {
      const begin = heldFrom + held.length;
      for (let index = 0; index < piece.length; index += 1) {
        const unit = piece.charCodeAt(index);
        plain.take(unit, begin + index, begin + index + 1);
        outer.take(unit, begin + index, begin + index + 1);
      }
      held += piece;
      const open = [
        ...[plain, once, twice].map((watcher) => watcher.prefixStart()),
        ...[outer, inner].map((escapes) => escapes.pendingStart()),
      ];
      const to = Math.min(heldFrom + held.length, ...open.filter((from) => from !== null));
      // A secret that may be part of a longer one is held back with it.
      const cut = spans.find(([start, end]) => start < to && end > to);
      return release(cut === undefined ? to : cut[0]);
    },
    end() {
      outer.end();
      inner.end();
      return release(heldFrom + held.length);
    },
  };
}
