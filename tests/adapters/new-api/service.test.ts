import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newApiService } from '@/src/adapters/new-api/service';
import type { StateHalf } from '@/src/core/adapter/page-half';
import { type NewApiDouble, startNewApiDouble } from '@/tests/fakes/new-api/start-new-api-double';
import { serviceHalfAt } from '@/tests/fakes/service-half';

const { signal } = new AbortController();
const BEFORE = ['gpt-4o', 'gpt-4-preview'];

let double: NewApiDouble;
let half: StateHalf;

beforeEach(async () => {
  double = await startNewApiDouble();
  half = serviceHalfAt(newApiService, double.origin, double.session.accessToken);
});

afterEach(() => double.close());

const change = (models: string[]) =>
  half.execute('change', { entries: [{ key: '2', before: { models: BEFORE }, after: { models } }] }, signal);

describe('the channels with a system access token', () => {
  it('are changed and read without any session', async () => {
    double.endSession();
    expect((await change(['gpt-4o'])).result).toMatchObject({ success: true });
    expect(double.find(2).models).toBe('gpt-4o');
    expect(await half.getContext(signal)).toMatchObject({ channels: { 1: { models: ['gpt-4o'] } } });
    expect(double.session.refreshes).toBe(0);
  });

  it('are read each time, since no script in a page notices changes', async () => {
    await half.getContext(signal);
    double.find(2).models = 'o1';
    expect(await half.getContext(signal)).toMatchObject({ channels: { 1: { models: ['o1'] } } });
  });

  it.each([200, 400])(
    'are refused without the token that the server repeats, with the status %i',
    async (status) => {
      // A token at the place where the words are cut must not remain in part, either.
      for (const words of ['Not with ', 'x'.repeat(190)]) {
        double.intercept = ({ method }) =>
          method === 'GET'
            ? null
            : { status, body: { success: false, message: `${words}${double.session.accessToken}` } };
        const { result } = await change(['gpt-4o']);
        expect(result).toMatchObject({ success: false, message: expect.stringContaining(words) });
        expect(result.message).not.toContain(double.session.accessToken.slice(0, 6));
      }
    },
  );
});
