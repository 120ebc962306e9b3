// @document
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '@/src/messages/commands';
import { PriceForms } from '@/src/panel/settings/costs/price-forms';
import type { Connection } from '@/src/schema/connection';
import { openWriter } from '../../../store/open-writer';
import { HOME } from '../../home-connection';
import { ACCEPTED, refusal, stubBackground } from '../../stub-background';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const writer = openWriter();
let sent: Command[];
let reply: unknown;

beforeEach(() => {
  reply = ACCEPTED;
  sent = stubBackground(() => reply);
});

const field = (label: string) => rendering.shown.getByLabelText<HTMLInputElement>(label);

/** Shows the form for a model of this connection. */
async function show(connection: Connection) {
  await writer.connections.add(connection);
  rendering.render(<PriceForms targets={[{ connectionId: 'k', model: 'demo/one' }]} />);
  await rendering.shown.findByRole('form', { name: 'Prices of demo/one · Home', hidden: true });
}

async function save(input: string, output: string) {
  await rendering.enter(field('Price of input'), input);
  await rendering.enter(field('Price of output'), output);
  await rendering.press('Save prices');
}

describe('the prices of a model', () => {
  it.each([
    ['are sent as numbers', '0.25', '2', { input: 0.25, output: 2 }],
    ['may have a decimal comma', '0,25', '2', { input: 0.25, output: 2 }],
    ['may be zero', '0', '0', { input: 0, output: 0 }],
    ['are removed by empty fields', '', '', null],
  ])('%s', async (_, input, output, prices) => {
    await show({ ...HOME, prices: [{ model: 'demo/one', input: 3, output: 15 }] });
    expect([field('Price of input').value, field('Price of output').value]).toEqual(['3', '15']);
    await save(input, output);
    expect(sent).toEqual([{ type: 'set-prices', connectionId: 'k', model: 'demo/one', prices }]);
  });

  const bounds = 'A number from 0 to 1000, or nothing.';
  it.each([
    ['one price without the other', '3', '', ['', 'Enter both prices, or neither.']],
    ['a text', 'cheap', '1', [bounds, '']],
    ['a negative and a huge price', '-1', '1001', [bounds, bounds]],
  ])('are not sent for %s; the field says why', async (_, input, output, problems) => {
    await show(HOME);
    await save(input, output);
    expect(sent).toEqual([]);
    expect(rendering.shown.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(problems);
  });

  it('stay in the fields if they could not be saved', async () => {
    reply = refusal('storage', 'The disk is full.');
    await show(HOME);
    await save('3', '15');
    expect(rendering.place.textContent).toContain('The disk is full.');
    expect(field('Price of output').value).toBe('15');
  });

  it.each([
    ['unfolded while a price is missing', HOME, true],
    ['folded once it is known', { ...HOME, prices: [{ model: 'demo/one', input: 3, output: 15 }] }, false],
  ])('are %s', async (_, connection, isOpen) => {
    await show(connection);
    expect(rendering.shown.getByRole('group').hasAttribute('open')).toBe(isOpen);
  });
});
