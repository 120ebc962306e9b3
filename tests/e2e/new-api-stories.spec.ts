import { startNewApiDouble } from '@/tests/fakes/new-api/start-new-api-double';
import { newApiStories } from '@/tests/interop/new-api-stories';
import { connectNewApi } from '@/tests/interop/real-new-api';
import { thorough } from './thorough';

// The stories of the interop run, with the double in place of a real server.
newApiStories(
  async (use) => {
    const double = await startNewApiDouble();
    double.channels = [];
    double.signsInAtOpening = false;
    const server = await connectNewApi(double.origin, 'admin:admin', null);
    try {
      await use({
        ...server,
        async exhaustLimit() {
          double.requestsLeft = 0;
          return true;
        },
        async passLimit() {
          double.requestsLeft = Number.POSITIVE_INFINITY;
        },
      });
    } finally {
      await double.close();
    }
  },
  thorough({ tag: '@adapters' }),
);
