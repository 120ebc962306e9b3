import { describe, expect, it } from 'vitest';
import {
  abortedError,
  addressError,
  brokeOffError,
  emptyAnswerError,
  malformedEventError,
  notACompletionError,
  notAStreamError,
  redirectError,
  silenceError,
  unreachableError,
  unreadableError,
  unsendableKeyError,
} from '@/src/core/llm/transport-error';

const HOST = 'models.example:8080';

function aborted(reason?: unknown): AbortSignal {
  return AbortSignal.abort(reason);
}

describe('a transport error', () => {
  it.each([
    [abortedError(HOST, aborted()), ['aborted', 'Stopped.', 'Try again, or send a message to go on.', null]],
    [
      abortedError(HOST, aborted('enough')),
      ['aborted', 'Stopped.', 'Try again, or send a message to go on.', null],
    ],
    [
      abortedError(HOST, aborted(new DOMException('The time is up.', 'TimeoutError'))),
      [
        'timeout',
        `The endpoint ${HOST} took too long to answer.`,
        'Try again; a local server may still be loading its model.',
        null,
      ],
    ],
    [
      unreachableError(HOST, 'ECONNREFUSED'),
      [
        'network',
        `Steward couldn’t reach the endpoint ${HOST}.`,
        'Check that the endpoint is running and that the connection’s address is right.',
        'ECONNREFUSED',
      ],
    ],
    [
      brokeOffError(HOST, 'terminated'),
      [
        'network',
        `The answer from ${HOST} broke off.`,
        'Try again. If the error persists, check the endpoint itself.',
        'terminated',
      ],
    ],
    [
      emptyAnswerError(HOST, 204),
      [
        'network',
        `The endpoint ${HOST} sent an answer without content.`,
        'Try again. If the error persists, check the endpoint itself.',
        'HTTP 204',
      ],
    ],
    [
      silenceError(HOST, 'first-byte', 300_000),
      [
        'timeout',
        `The endpoint ${HOST} didn’t begin to answer within 300 s.`,
        'Try again. If the error persists, check the endpoint itself.',
        null,
      ],
    ],
    [
      silenceError(HOST, 'idle', 60_000),
      [
        'timeout',
        `The answer from ${HOST} stopped coming: nothing for 60 s.`,
        'Try again. If the error persists, check the endpoint itself.',
        null,
      ],
    ],
    [
      redirectError(HOST, 'HTTP 302'),
      [
        'wrong-address',
        `The endpoint ${HOST} answered with a redirect, which Steward doesn’t follow.`,
        'Enter the redirect’s target as the connection’s address.',
        'HTTP 302',
      ],
    ],
    [
      notAStreamError(HOST, '<html>'),
      [
        'wrong-address',
        `The endpoint ${HOST} didn’t answer with a stream of events.`,
        'Check the connection’s address: it usually ends in /v1. If the endpoint can’t stream, turn off “Stream the answer” in the model settings.',
        '<html>',
      ],
    ],
    [
      notACompletionError(HOST, '<html>'),
      [
        'wrong-address',
        `The endpoint ${HOST} didn’t answer with a chat completion.`,
        'Check the connection’s address: it usually ends in /v1. If the endpoint only streams, turn on “Stream the answer” in the model settings.',
        '<html>',
      ],
    ],
    [
      unreadableError(HOST, 'x'.repeat(501)),
      [
        'protocol',
        `The endpoint ${HOST} sent an answer that Steward can’t read.`,
        'Check that the address is that of an OpenAI-compatible endpoint, or choose another model.',
        'x'.repeat(500),
      ],
    ],
    [
      malformedEventError(HOST),
      [
        'answer-unusable',
        `The endpoint ${HOST} sent a chunk that isn’t JSON.`,
        'Try again. If the error persists, check the endpoint itself.',
        null,
      ],
    ],
    [
      addressError(),
      [
        'wrong-address',
        'The connection’s address isn’t one that Steward can use.',
        'Enter an address that begins with http:// or https:// and has no user name or password in it.',
        null,
      ],
    ],
    [
      unsendableKeyError(HOST),
      [
        'auth',
        `The key for ${HOST} is empty or has characters that can’t be sent.`,
        'Enter the key again, without line breaks.',
        null,
      ],
    ],
  ])('states what happened and a remedy: %s', (error, facts) => {
    expect([error.code, error.message, error.remedy, error.details]).toEqual(facts);
  });
});
