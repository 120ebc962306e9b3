import { z } from 'zod';

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

/** Kinds of what a request lacks or has too much. `foreign`: of a call that another model or connection made. */
export type ProblemKind =
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

/** An answer as its family sends it; further members are those that only some families send. */
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

/** A public statement about the family, with the date on which it was made; for documentation, on which it was read. */
interface Source {
  url: string;
  date: string;
}

/** Servers that demand the same of a request. */
export interface EndpointFamily {
  name: string;
  /** Members and order that it demands of a request, in a sentence for `docs/endpoints.md`. */
  needs: string;
  /** Problems whose refusal Steward may receive once for a connection and model, and then avoids. */
  learned: readonly ProblemKind[];
  sources: readonly Source[];
  /** The answer as this family sends it. `number`: counts the endpoint's answers from 0. */
  mark(answer: PlainAnswer, number: number): AnswerMessage;
  /** The first problem of a request; null if the family accepts it. */
  check(request: ChatRequest, sent: SentAnswers): RequestProblem | null;
  /** Status and body of the refusal. */
  refuse(problem: RequestProblem): { status: number; body: unknown };
}
