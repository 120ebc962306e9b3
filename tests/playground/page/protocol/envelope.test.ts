import { expect, it } from 'vitest';
import { MAX_DETAIL_LENGTH, parseRequest, responseDetail } from '@/playground/page/protocol/envelope';

const REQUEST = { protocol: 'steward-page', version: 1, requestId: 'r', type: 'get-state', body: {} };

it('becomes an error if the response exceeds the size limit', () => {
  const request = parseRequest(JSON.stringify(REQUEST));
  if (!request) throw new Error('The request is well formed.');
  const detail = responseDetail(request, { ok: true, result: { models: 'x'.repeat(MAX_DETAIL_LENGTH) } });
  expect(JSON.parse(detail)).toMatchObject({
    requestId: 'r',
    body: { ok: false, error: { code: 'action-failed' } },
  });
});
