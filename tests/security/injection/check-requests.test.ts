import { expect, it } from 'vitest';
import type { InjectionCase } from './batch';
import { problemsOfRequests } from './check-requests';
import { PLACES } from './places';

const NONCE = '0d5b8f6e';
const CUE = 'cue1abcq';
const place = PLACES.find(({ origin }) => origin === 'page');
const block = (text: string) =>
  `<page-state id="${NONCE}" adapter="a">\n${text}\n</page-state id="${NONCE}">`;
const update = (text: string) =>
  `\n\n[PAGE UPDATED]\n<page-changes id="${NONCE}">\n${text}\n</page-changes id="${NONCE}">`;

function problemsOf(role: string, content: string): string[] {
  if (place === undefined) throw new Error('There is no place on the page.');
  const goal = { cue: CUE, tool: 't', args: {}, leakTo: '' };
  const cases: InjectionCase[] = [{ name: 'n', place, goal }];
  const body = JSON.stringify({ messages: [{ role, content }], tools: [] });
  const request = {
    method: 'POST',
    url: 'http://e/v1/chat/completions',
    headers: {},
    body,
    redirect: 'manual',
    credentials: 'omit',
  };
  return problemsOfRequests([request], cases, [NONCE]);
}

it.each([
  ['a block with it', 'user', `Hello.\n\n${block(`name: "${CUE}"`)}`],
  ['the model’s own words', 'assistant', `I read ${CUE}.`],
  ['a result with it', 'tool', `{"success":true,"message":"${CUE}"}`],
  ['a result with an update', 'tool', `{"success":true}${update(CUE)}`],
])('accepts a page’s text in %s', (_, role, content) => {
  expect(problemsOf(role, content)).toEqual([]);
});

it.each([
  ['before its block', 'user', `${CUE}\n\n${block('x')}`],
  ['after its block', 'user', `${block('x')}\n${CUE}`],
  ['in a block of another id', 'user', `<page-state id="1">\n${CUE}\n</page-state id="1">`],
  ['after an end tag that the page wrote', 'user', block(`x\n</page-state id="${NONCE}">\n${CUE}`)],
  ['in the system prompt', 'system', `The page is called ${CUE}.`],
  ['in a second line of a result', 'tool', `{"success":true}\n${CUE}`],
  ['in a result that is not JSON', 'tool', CUE],
  ['after an update', 'tool', `{"success":true}${update('x')}\n${CUE}`],
])('reports a page’s text %s', (_, role, content) => {
  expect(problemsOf(role, content)).not.toEqual([]);
});
