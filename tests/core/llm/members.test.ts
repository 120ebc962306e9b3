import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  joinedMembers,
  unknownMembers,
  unknownMembersOfCall,
  withMembersOfCall,
} from '@/src/core/llm/members';
import type { Json, JsonObject } from '@/src/schema/values/json';

describe('the unknown members', () => {
  it('of an answer are the members that Steward neither reads nor writes itself, except empty ones', () => {
    const answer = {
      role: 'assistant',
      content: 'Hi',
      refusal: null,
      tool_calls: [],
      function_call: null,
      reasoning_content: '',
      reasoning_details: [{ type: 'reasoning.text', text: 'Hm' }],
      annotations: [],
      audio: null,
    };
    expect(unknownMembers(answer)).toEqual({
      reasoning_details: [{ type: 'reasoning.text', text: 'Hm' }],
    });
  });

  it('of a call are those beside id, index, type and function', () => {
    const call = {
      index: 0,
      id: 'a',
      type: 'function',
      function: { name: 'add', arguments: '{}' },
      extra_content: { google: { thought_signature: 't' } },
    };
    expect(unknownMembersOfCall(call)).toEqual({
      extra_content: { google: { thought_signature: 't' } },
    });
  });

  it('of a call’s function are kept, and sent back in it', () => {
    const call = {
      id: 'a',
      type: 'function',
      function: { name: 'add', arguments: '{}', provider_specific_fields: { thought_signature: 't' } },
    };
    const members = unknownMembersOfCall(call);
    const { provider_specific_fields, ...plain } = call.function;
    expect(members).toEqual({ function: { provider_specific_fields } });
    expect(unknownMembersOfCall(members)).toEqual(members);
    expect(withMembersOfCall({ ...call, function: plain }, members)).toEqual(call);
    const forged = { id: 'b', function: { name: 'drop', more: 1 } };
    expect(withMembersOfCall(call, unknownMembersOfCall(forged))).toEqual({
      ...call,
      function: { ...call.function, more: 1 },
    });
  });

  it.each([
    [32, true],
    [33, false],
    [30_000, false],
  ])('with %i levels of nesting are kept: %s', (levels, isKept) => {
    const deep: Json = JSON.parse('['.repeat(levels) + ']'.repeat(levels));

    const members = unknownMembers({ content: 'Hi', plain: 1, deep });

    expect(JSON.stringify(joinedMembers([members]))).toBe(
      JSON.stringify(isKept ? { plain: 1, deep } : { plain: 1 }),
    );
  });

  it.each([null, undefined, 'text', 5, []])('of %j are none', (value) => {
    expect(unknownMembers(value)).toEqual({});
    expect(unknownMembersOfCall(value)).toEqual({});
  });
});

describe('the joined members', () => {
  it.each<[string, JsonObject[], JsonObject]>([
    [
      'texts in pieces, even equal ones',
      [{ reasoning_content: 'go' }, { reasoning_content: 'go' }],
      { reasoning_content: 'gogo' },
    ],
    [
      'a text with a name not known as streamed once, even if each piece repeats it',
      [{ channel: 'analysis' }, { channel: 'analysis' }],
      { channel: 'analysis' },
    ],
    ['the last of other values', [{ seen: 1 }, { seen: 2 }], { seen: 2 }],
    [
      'objects by their members',
      [{ extra: { google: { a: 1 } } }, { extra: { google: { b: 2 } } }],
      { extra: { google: { a: 1, b: 2 } } },
    ],
    [
      'objects, and lists, after an empty text of the same name',
      [
        { extra: '', details: '' },
        { extra: { a: 1 }, details: [1] },
        { extra: { b: 2 }, details: [2] },
      ],
      { extra: { a: 1, b: 2 }, details: [1, 2] },
    ],
    ['an empty text that stays alone', [{ reasoning_content: '' }, {}], { reasoning_content: '' }],
    [
      'entries of a list that follow each other with the same index and type',
      [
        { reasoning_details: [{ type: 'reasoning.text', index: 0, format: 'f', text: 'Le' }] },
        { reasoning_details: [{ type: 'reasoning.text', index: 0, format: 'f', text: 't' }] },
        { reasoning_details: [{ type: 'reasoning.text', index: 0, signature: 's' }] },
        { reasoning_details: [{ type: 'reasoning.encrypted', index: 0, data: 'd' }] },
        { reasoning_details: [{ type: 'reasoning.text', index: 1, text: 'me' }] },
      ],
      {
        reasoning_details: [
          { type: 'reasoning.text', index: 0, format: 'f', text: 'Let', signature: 's' },
          { type: 'reasoning.encrypted', index: 0, data: 'd' },
          { type: 'reasoning.text', index: 1, text: 'me' },
        ],
      },
    ],
    [
      'entries without an index joined up to the signature that ends each entry',
      [
        { thinking_blocks: [{ type: 'thinking', thinking: null, signature: null }] },
        { thinking_blocks: [{ type: 'thinking', thinking: 'Le', signature: null }] },
        { thinking_blocks: [{ type: 'thinking', thinking: 't', signature: '' }] },
        { thinking_blocks: [{ type: 'thinking', thinking: '', signature: 's' }] },
        { thinking_blocks: [{ type: 'thinking', thinking: 'me', signature: null }] },
      ],
      {
        thinking_blocks: [
          { type: 'thinking', thinking: 'Let', signature: 's' },
          { type: 'thinking', thinking: 'me', signature: null },
        ],
      },
    ],
    [
      'separate entries if their ids differ, or if they are in the list of one piece',
      [
        { details: [{ type: 't', index: 0, id: 'a', data: '1' }] },
        { details: [{ type: 't', index: 0, id: 'b', data: '2' }] },
        {
          details: [
            { type: 't', index: 0, id: 'b', data: '3' },
            { type: 't', index: 0, id: 'b', data: '4' },
          ],
        },
      ],
      {
        details: [
          { type: 't', index: 0, id: 'a', data: '1' },
          { type: 't', index: 0, id: 'b', data: '2' },
          { type: 't', index: 0, id: 'b', data: '3' },
          { type: 't', index: 0, id: 'b', data: '4' },
        ],
      },
    ],
    [
      'separate entries if a value of one would be lost',
      [
        { blocks: [{ type: 'redacted_thinking', data: 'a' }] },
        { blocks: [{ type: 'redacted_thinking', data: 'b' }] },
        { blocks: [{ type: 'call', of: { name: 'a', n: 1 } }] },
        { blocks: [{ type: 'call', of: { name: 'b' } }] },
        { blocks: [{ type: 'call', n: 2 }] },
        { blocks: [{ type: 'call', of: { name: 'b' } }] },
        { blocks: [{ type: 'call', n: 3 }] },
      ],
      {
        blocks: [
          { type: 'redacted_thinking', data: 'a' },
          { type: 'redacted_thinking', data: 'b' },
          { type: 'call', of: { name: 'a', n: 1 } },
          { type: 'call', of: { name: 'b' }, n: 2 },
          { type: 'call', n: 3 },
        ],
      },
    ],
    [
      'one entry if pieces have different members, or equal values',
      [
        { blocks: [{ type: 't', format: 'f', n: 1, text: 'a' }] },
        { blocks: [{ type: 't', format: 'f', n: 1, text: 'b', data: null }] },
        { blocks: [{ type: 't', data: 'd' }] },
        { blocks: [{ type: 't', summary: [{ type: 's', text: 'c' }] }] },
        { blocks: [{ type: 't', summary: [{ type: 's', text: 'd' }] }] },
      ],
      {
        blocks: [
          { type: 't', format: 'f', n: 1, text: 'ab', data: 'd', summary: [{ type: 's', text: 'cd' }] },
        ],
      },
    ],
    [
      'blocks for the events of blocks that Portkey sends',
      [
        { content_blocks: [{ index: 0, delta: { thinking: '', signature: '' } }] },
        { content_blocks: [{ index: 0, delta: { thinking: 'Le' } }] },
        { content_blocks: [{ index: 0, delta: { thinking: 't' } }] },
        { content_blocks: [{ index: 0, delta: { signature: 's' } }] },
        { content_blocks: [{ index: 1, delta: { data: 'd' } }] },
        { content_blocks: [{ index: 2, delta: { text: '' } }] },
        { content_blocks: [{ index: 2, delta: { text: 'me' } }] },
        { content_blocks: [{ index: 3, delta: { text: '' } }] },
        { content_blocks: [{ index: 4, delta: { id: 'a', name: 'find', input: {} } }] },
        { content_blocks: [{ index: 4, delta: { partial_json: '{}' } }] },
      ],
      {
        content_blocks: [
          { thinking: 'Let', signature: 's', type: 'thinking' },
          { data: 'd', type: 'redacted_thinking' },
          { text: 'me', type: 'text' },
        ],
      },
    ],
    [
      'blocks of a whole answer as they came',
      [
        {
          content_blocks: [
            { type: 'thinking', thinking: 'a', signature: 's' },
            { type: 'text', text: 'b' },
          ],
        },
      ],
      {
        content_blocks: [
          { type: 'thinking', thinking: 'a', signature: 's' },
          { type: 'text', text: 'b' },
        ],
      },
    ],
    [
      'entries without a type unchanged',
      [{ blocks: [{ text: 'a' }] }, { blocks: [{ text: 'a' }] }],
      { blocks: [{ text: 'a' }, { text: 'a' }] },
    ],
    [
      'a member with a name that every object inherits',
      [JSON.parse('{"__proto__": {"a": 1}}')],
      JSON.parse('{"__proto__": {"a": 1}}'),
    ],
  ])('have %s', (_, pieces, expected) => {
    expect(joinedMembers(pieces)).toEqual(expected);
    expect(JSON.stringify(joinedMembers(pieces))).toBe(JSON.stringify(expected));
  });

  it('have one entry if a stream sends the entry in 100,000 pieces', () => {
    const pieces = Array.from({ length: 100_000 }, () => ({ details: [{ type: 't', index: 0, text: 'a' }] }));
    expect(joinedMembers(pieces)).toEqual({ details: [{ type: 't', index: 0, text: 'a'.repeat(100_000) }] });
  });

  it('have the same text for any division of the text into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (pieces) => {
        const joined = joinedMembers(
          pieces.map((piece) => ({ reasoning: piece, details: [{ type: 't', text: piece }] })),
        );
        expect(joined).toEqual({
          reasoning: pieces.join(''),
          details: [{ type: 't', text: pieces.join('') }],
        });
      }),
    );
  });
});
