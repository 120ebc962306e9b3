import type { Edit, Frame, Packets, StreamCase } from './stream-case';
import type { Piece } from './stream-piece';

/** The packets that a case's endpoint sends. */
export function packetsOf(sent: StreamCase, packets: Packets = sent.packets): Uint8Array[] {
  const bytes = sent.edits.reduce(edited, new TextEncoder().encode(textOf(sent)));
  return cutAt(bytes, placesOf(packets, bytes.length));
}

/** The parts between these places. */
export function cutAt<Whole extends { length: number; slice(from?: number, to?: number): Whole }>(
  whole: Whole,
  places: readonly number[],
): Whole[] {
  const edges = [0, ...places, whole.length];
  return edges.slice(1).map((end, index) => whole.slice(edges[index], end));
}

/** Places given in thousandths of the whole, in order. */
export function placesIn({ length }: { length: number }, thousandths: readonly number[]): number[] {
  return thousandths.map((place) => Math.floor((length * place) / 1_000)).sort((a, b) => a - b);
}

function textOf({ body, ask }: StreamCase): string {
  if (body.kind === 'piece') return pieceText(body.piece, ask === 'whole' ? 'message' : 'delta');
  const text = body.frames.map(frameText).join('') + body.done;
  let lines = 0;
  const ended = text.replaceAll('\n', () => body.lineEnds[lines++ % body.lineEnds.length] ?? '\n');
  return (body.hasByteMark ? '\ufeff' : '') + ended;
}

function frameText({ piece, before, isSpread, hasSpace, blankLines }: Frame): string {
  const text = pieceText(piece, 'delta');
  const isJson = piece.kind === 'json' && isSpread;
  const lines = isJson ? JSON.stringify(piece.value, null, 1).split('\n') : [text];
  const data = lines.map((line) => `data:${hasSpace ? ' ' : ''}${line}`);
  return `${[...before, ...data].join('\n')}\n${'\n'.repeat(blankLines)}`;
}

function pieceText(piece: Piece, answer: 'delta' | 'message'): string {
  switch (piece.kind) {
    case 'json':
      return JSON.stringify(piece.value);
    case 'text':
      return piece.text;
    case 'long':
      return choiceText(answer, longAnswer(piece.field, 'ü"'.repeat(piece.length / 2)));
    case 'deep': {
      const nested = `${'[{"a":'.repeat(piece.depth / 2)}0${'}]'.repeat(piece.depth / 2)}`;
      if (piece.field === 'content') return choiceText(answer, `{"content":${nested}}`);
      if (piece.field === 'arguments') {
        const made = `{"index":0,"id":"x","function":{"name":"find","arguments":{"more":${nested}}}}`;
        return choiceText(answer, `{"tool_calls":[${made}]}`);
      }
      const counts = '"prompt_tokens":1,"completion_tokens":1';
      if (piece.field === 'usage') return `{"choices":[],"usage":{${counts},"more":${nested}}}`;
      return piece.field === 'error' ? `{"error":{"more":${nested}}}` : nested;
    }
    case 'wide': {
      const list = `[${'1,'.repeat(piece.entries - 1)}{}]`;
      if (piece.field === 'choices' || piece.field === 'more') return `{"${piece.field}":${list}}`;
      return choiceText(answer, `{"${piece.field}":${list}}`);
    }
    case 'many': {
      const call = '{"index":0,"id":"x","function":{"name":"find","arguments":"{}"}}';
      const others = call.replace('"x"', '"y"');
      return choiceText(answer, `{"tool_calls":[${`${call},${others},`.repeat(piece.calls / 2)}${call}]}`);
    }
  }
}

function choiceText(answer: string, value: string): string {
  return `{"choices":[{"index":0,"${answer}":${value}}]}`;
}

function longAnswer(field: string, text: string): string {
  if (field === 'content' || field === 'reasoning') return JSON.stringify({ [field]: text });
  return JSON.stringify({ tool_calls: [{ index: 0, id: 'x', function: { name: 'find', [field]: text } }] });
}

function edited(bytes: Uint8Array, { op, at, length, byte }: Edit): Uint8Array {
  const from = Math.floor((bytes.length * at) / 1_000);
  const to = Math.min(bytes.length, from + length);
  const [head, piece, tail] = [bytes.slice(0, from), bytes.slice(from, to), bytes.slice(to)];
  switch (op) {
    case 'cut':
      return head;
    case 'set':
      return joined(head, piece.fill(byte), tail);
    case 'insert':
      return joined(head, new Uint8Array(length).fill(byte), piece, tail);
    case 'drop':
      return joined(head, tail);
    case 'repeat':
      return joined(head, piece, piece, tail);
    case 'swap':
      return joined(tail, piece, head);
  }
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Enough packets to split anywhere, and few enough for a long body to finish soon. */
const MAX_PACKETS = 400;

function placesOf(packets: Packets, length: number): number[] {
  switch (packets.kind) {
    case 'one':
      return [];
    case 'each': {
      const step = Math.max(packets.length, Math.ceil(length / MAX_PACKETS));
      return Array.from({ length: Math.floor(length / step) }, (_, index) => (index + 1) * step);
    }
    case 'at':
      return placesIn({ length }, packets.places);
  }
}
