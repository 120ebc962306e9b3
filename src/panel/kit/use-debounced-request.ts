import { useEffect, useEffectEvent, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import type { ErrorInfo } from '@/src/schema/error-info';

type Response<Output> = { subject: string } & (
  | { ok: true; output: Output }
  | { ok: false; error: ErrorInfo }
);

/**
 * Sends a request for each new subject, once the subject has stayed the same for `delayMs`, and returns the last response. Responses to
 * earlier requests are ignored. The last response stays until the next one arrives, or until `forget` is called. Null before the first.
 *
 * @param subject the whole input of the request, as text; null to send nothing
 */
export function useDebouncedRequest<Output>(
  subject: string | null,
  delayMs: number,
  send: () => Promise<Output>,
): { response: Response<Output> | null; forget(): void } {
  const [response, setResponse] = useState<Response<Output> | null>(null);
  const sendNow = useEffectEvent(send);
  useEffect(() => {
    if (subject === null) return;
    let isNewest = true;
    const receive = (received: Response<Output>) => {
      if (isNewest) setResponse(received);
    };
    const timer = setTimeout(() => {
      sendNow().then(
        (output) => receive({ subject, ok: true, output }),
        (thrown: unknown) => receive({ subject, ok: false, error: toErrorInfo(thrown) }),
      );
    }, delayMs);
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, [subject, delayMs]);
  return { response, forget: () => setResponse(null) };
}
