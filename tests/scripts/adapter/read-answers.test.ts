import { expect, it, vi } from 'vitest';
import { readAnswers } from '@/scripts/adapter/read-answers';

const ANSWERS = {
  id: 'rate-limits',
  title: 'Rate limits',
  match: 'https://admin.example/limits*',
  kind: 'dom',
  changes: 'live',
  identity: 'path',
};
/** Answers that nobody is asked for. */
const DEFAULTS = { noun: 'switch', value: 'boolean' };
const argumentsOf = (answers: Readonly<Record<string, string>>) =>
  Object.entries(answers).flatMap(([name, answer]) => [`--${name}`, answer]);

it('answers are taken from the arguments, and only missing ones are asked for', async () => {
  const { title: _, ...given } = ANSWERS;
  const asked: string[] = [];
  const ask = async (text: string) => {
    asked.push(text);
    return 'Rate limits';
  };
  expect(await readAnswers(argumentsOf(given), ask)).toEqual({ ...ANSWERS, ...DEFAULTS });
  expect(asked).toEqual(['Title of the page in the panel']);
});

it('a missing answer is an error where nobody can be asked', async () => {
  await expect(readAnswers(['--id', 'x'], null)).rejects.toThrow(
    'Missing: --title, --match, --kind, --changes, --identity.',
  );
});

it('the help is printed instead of asking for answers', async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(await readAnswers(['--help'], null)).toBeNull();
  expect(print).toHaveBeenCalledWith(expect.stringContaining('Usage: npm run new-adapter'));
});

it.each([
  ['id', 'RateLimits'],
  ['id', '../escape'],
  ['id', '9limits'],
  ['title', ''],
  ['match', 'admin.example/limits'],
  ['match', 'https://admin.example'],
  ['kind', 'soap'],
  ['changes', 'sometimes'],
  ['identity', 'colour'],
  ['noun', 'Limit'],
  ['noun', 'rate limit'],
  ['noun', 'limit/'],
  ['value', 'float'],
])('a wrong %s, such as %j, is refused', async (name, answer) => {
  await expect(readAnswers(argumentsOf({ ...ANSWERS, [name]: answer }), null)).rejects.toThrow(`--${name}`);
});

it.each([{ noun: 'limit', value: 'number' }, { noun: 'datum/data' }, { value: 'text' }])(
  'the noun and the type of the values are taken from %j',
  async (given) => {
    const answers = { ...ANSWERS, ...given };
    expect(await readAnswers(argumentsOf(answers), null)).toEqual({ ...ANSWERS, ...DEFAULTS, ...given });
  },
);

it.each([{ noun: 'limit' }, { value: 'number' }])('lists of rules are refused with %j', async (given) => {
  const answers = { ...ANSWERS, kind: 'rule-list', ...given };
  await expect(readAnswers(argumentsOf(answers), null)).rejects.toThrow('leave out --noun and --value');
});

it('lists of rules are refused for a page that is saved', async () => {
  const answers = { ...ANSWERS, kind: 'rule-list', changes: 'saved' };
  await expect(readAnswers(argumentsOf(answers), null)).rejects.toThrow('--changes has to be live');
});
