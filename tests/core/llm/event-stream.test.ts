import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_EVENT_LENGTH, MAX_EVENT_VALUES } from '@/src/core/llm/answer-limits';
import { createEventReader } from '@/src/core/llm/event-stream';

/** The events of a body that arrives in these pieces, as `name: data`. */
function eventsOf(...pieces: string[]): string[] {
  const reader = createEventReader();
  return [...pieces.flatMap((piece) => [...reader.add(piece)]), ...reader.end()].map(({ name, data }) =>
    name === null ? data : `${name}: ${data}`,
  );
}

describe('a body of events', () => {
  it.each<[string, string, string[]]>([
    ['two events', 'data: 1\n\ndata: 2\n\n', ['1', '2']],
    ['CRLF', 'data: 1\r\n\r\ndata: 2\r\n\r\n', ['1', '2']],
    ['CR', 'data: 1\r\rdata: 2\r\r', ['1', '2']],
    ['data in several lines', 'data: 1\ndata\ndata: 2\n\n', ['1\n\n2']],
    ['no space, two spaces, a colon', 'data:1\n\ndata:  2\n\ndata: 3:4\n\n', ['1', ' 2', '3:4']],
    ['names', 'event: error\ndata: 1\n\nevent:x\ndata: 2\n\ndata: 3\n\n', ['error: 1', 'x: 2', '3']],
    ['comments and other fields', ': waiting\n\nid: 7\nretry: 1\n:\nodd\ndata: 1\n\n', ['1']],
    ['empty data', 'data:\n\ndata\n\ndata: 1\n\n', ['1']],
    ['a name without data', 'event: ping\n\ndata: 1\n\n', ['1']],
    ['a name with empty data', 'event: error\ndata:\n\ndata: 1\n\n', ['1']],
    [
      'one line end between events',
      'data: {"a":1}\ndata: {"a":2}\ndata: [DONE]\n\n',
      ['{"a":1}', '{"a":2}', '[DONE]'],
    ],
    ['blanks in the empty line', 'data: {"a":1}\n  \ndata: {"a":2}\n\n', ['{"a":1}', '{"a":2}']],
    ['the end mark in the event’s line', 'data: {"a":1}[DONE]\n\n', ['{"a":1}', '[DONE]']],
    ['the end mark with its field in it', 'data: {"a":1}data: [DONE]\n\n', ['{"a":1}', '[DONE]']],
    ['JSON in several lines', 'data: {"a":\ndata: 1}\n\n', ['{"a":\n1}']],
    ['no empty line at the end', 'data: 1\n\ndata: 2\n', ['1', '2']],
    ['no line end at the end', 'data: 1\n\ndata: 2', ['1', '2']],
    ['nothing', '', []],
    ['something else', '<html>\n\n</html>', []],
  ])('with %s → its events, wherever it is cut', (_, body, events) => {
    expect(eventsOf(body)).toEqual(events);
    fc.assert(
      fc.property(fc.array(fc.nat(body.length)), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), body.length];
        expect(eventsOf(...edges.slice(1).map((end, at) => body.slice(edges[at], end)))).toEqual(events);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['LF', 'data: 1\n\n'],
    ['CRLF', 'data: 1\r\n\r\n'],
    ['CR', 'data: 1\r\r'],
    ['CR, in two packets', 'data: 1\r', '\r'],
  ])('yields an event at its empty line, before anything follows: %s', (_, ...pieces) => {
    const reader = createEventReader();
    expect(pieces.flatMap((piece) => [...reader.add(piece)])).toEqual([{ name: null, data: '1' }]);
  });

  it('yields an event before it fails at the next one of the same packet, whose lines have too many values', () => {
    const tooMany = `data: [${'0,'.repeat(MAX_EVENT_VALUES)}0]\ndata: 2\n\n`;
    const read: string[] = [];
    expect(() => {
      for (const { data } of createEventReader().add(`data: 1\n\n${tooMany}`)) read.push(data);
    }).toThrow('too large');
    expect(read).toEqual(['1']);
  });

  it('with one event of many lines that is too large in total → error', () => {
    const reader = createEventReader();
    const line = `data: ${'x'.repeat(MAX_EVENT_LENGTH / 4)}\n`;
    for (let count = 0; count < 3; count += 1) expect([...reader.add(line)]).toEqual([]);
    expect(() => [...reader.add(line)]).toThrow('too large');
  });
});
