import { expect } from '@/tests/e2e/strict-test';
import { CLAIMS } from '@/tests/fakes/new-api/claims';
import { newApiStories } from './new-api-stories';
import { realNewApi } from './real-new-api';

const test = newApiStories(async (use) => use(await realNewApi()), {});

for (const { claim, seenOn, observe, expected } of CLAIMS) {
  test(`what Steward relies on: ${claim}`, async ({ server }) => {
    test.skip(
      !seenOn.includes(server.version),
      `said of ${seenOn.join(', ')}, the server is ${server.version}`,
    );
    const seen = await observe(server.claimed).finally(server.removeClaimed);
    test.skip(seen === null, 'the server is set up otherwise');
    expect(seen).toEqual(expected);
  });
}
