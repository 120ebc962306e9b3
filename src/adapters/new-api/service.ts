import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import { isJsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { createChannelsHalf } from './channels-half';

/** Reads and changes the channels of a new-api with a system access token, which is needed only without the page's session. */
export const newApiService: ServiceAdapter = {
  id: 'new-api',
  isBesidePage: true,
  keyName: say('new-api.key.name'),
  mayNeedNoKey: false,
  keyHeaders: (key) => ({ Authorization: key }),
  // With the status 403 alone, the server refuses what one of its administrators may not do.
  keyRefusal: ({ status, body }) =>
    status === 401 || (status === 403 && isJsonObject(body) && body.code === 'AUTH_INSUFFICIENT_PRIVILEGE')
      ? say('new-api.key.refused')
      : null,
  createHalf: (service) => createChannelsHalf(service, false).half,
};
