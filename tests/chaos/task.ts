import { type ChatAnswer, callsAll, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { PROVIDER } from './chaos-stage';

/** A task of a round: rules to add in one response, then perhaps a save, then an answer. */
export interface Task {
  /** The user's message, unique among all rounds. */
  readonly message: string;
  readonly answer: string;
  /** The rules to add, each by one call. */
  readonly rules: readonly string[];
  readonly behaviour: ChatAnswer;
  /** Resolves when the first request has arrived. */
  readonly begun: Promise<void>;
  /** Lets the first request's answer continue. */
  release(): void;
  /** Breaks the connection of the first request's answer. */
  cutStream(): void;
}

/** `holds`: the first request's answer begins, and continues only after `release`. */
export function createTask({
  name,
  count,
  saves,
  holds,
}: {
  name: string;
  count: number;
  saves: boolean;
  holds: boolean;
}): Task {
  const rules = Array.from({ length: count }, (_, index) => `chaos-${name}-${index + 1}-*`);
  const answer = `That was ${name}.`;
  const adds = callsAll(
    ...rules.map((pattern): [string, string] => [
      'add_ignore_rule',
      JSON.stringify({ pattern, provider: PROVIDER }),
    ]),
  );
  const begun = promise();
  const released = promise();
  const cut = promise();
  let isFirst = true;

  return {
    // No message's text is the beginning of another one's.
    message: `Please do ${name} now`,
    answer,
    rules,
    begun: begun.reached,
    release: released.reach,
    cutStream: cut.reach,
    behaviour(reply, request) {
      const { messages } = JSON.parse(request.body) as { messages: { role: string }[] };
      const results = messages.filter(({ role }) => role === 'tool').length;
      const step =
        results < count ? adds : saves && results === count ? callsAll(['save_changes', '{}']) : says(answer);
      const isHeld = holds && isFirst;
      isFirst = false;
      begun.reach();
      if (!isHeld) return step(reply, request);
      void cut.reached.then(reply.cut);
      return thinksUntil(released.reached, step)(reply, request);
    },
  };
}

function promise(): { reached: Promise<void>; reach: () => void } {
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach: () => reach() };
}
