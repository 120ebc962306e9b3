import { z } from 'zod';
import type { ResponsesRoute } from './responses-route';

const wireCall = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});

const wireMessage = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.unknown().optional(),
  tool_calls: z.array(wireCall).optional(),
  tool_call_id: z.string().optional(),
});

/** A chat request as it arrives, with all its members. */
export const chatRequest = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z.array(wireMessage),
  tools: z.array(z.unknown()).optional(),
});

export type ChatRequest = z.infer<typeof chatRequest>;
export type WireMessage = z.infer<typeof wireMessage>;

/**
 * Kinds of problems of a request. `route`: it was sent to the other API. `continuation`: members of an answer. `foreign`: of an answer
 * of another model or connection.
 */
export type ProblemKind =
  | 'route'
  | 'continuation'
  | 'foreign-continuation'
  | 'call-id'
  | 'foreign-call-id'
  | 'role-order'
  | 'results'
  | 'content'
  | 'unknown-member';

/** The reason of a refusal, in the server's own words. */
export interface RequestProblem {
  kind: ProblemKind;
  words: string;
  /** Index of the message. */
  index: number;
}

/** An answer as a test scripts it. */
export interface PlainAnswer {
  text: string;
  calls: readonly (readonly [name: string, argumentsText: string])[];
}

type AnswerCall = z.infer<typeof wireCall>;

/** An answer as its family sends it. Only some families send further members. */
export interface AnswerMessage {
  content: string | null;
  tool_calls?: AnswerCall[];
  [member: string]: unknown;
}

/** The answers that an endpoint has sent. */
export interface SentAnswers {
  /** The sent answer that this assistant message repeats; undefined if another model made its calls. */
  repeatedBy(message: WireMessage): AnswerMessage | undefined;
}

/** A public statement about the family, with its date; for documentation, the date on which it was read. */
interface Source {
  url: string;
  date: string;
}

/** Servers with the same requirements for a request. */
export interface EndpointFamily {
  name: string;
  /** Members and order that it requires of a request, in a sentence for `docs/endpoints.md`. */
  needs: string;
  /** Kinds of problems that may be refused once for each connection and model: Steward then adapts its requests. */
  learned: readonly ProblemKind[];
  sources: readonly Source[];
  /** Converts an answer to the message that this family sends. `number` counts the endpoint's answers from 0. */
  mark(answer: PlainAnswer, number: number): AnswerMessage;
  /** The first problem of a request; null if the family accepts it. */
  check(request: ChatRequest, sent: SentAnswers): RequestProblem | null;
  /** Status and body of the refusal. */
  refuse(problem: RequestProblem): Refused;
  /** The Responses API; missing for a family that is played with chat completions alone. */
  responses?: ResponsesRoute;
}

/** Status and body of a refusal. */
export interface Refused {
  status: number;
  body: unknown;
}
