import { useEffect, useEffectEvent } from 'react';
import type { PageStatus } from '@/src/messages/page-status';
import type { ErrorInfo } from '@/src/schema/error-info';
import { isAboutPage } from './page-card';

/** Dismisses an error about a page once the chat's page is connected again. */
export function useForgetPageErrors(
  page: PageStatus | null,
  error: ErrorInfo | null,
  dismiss: () => void,
): void {
  const isConnected = page?.state === 'connected';
  const onConnected = useEffectEvent(() => {
    if (error !== null && isAboutPage(error)) dismiss();
  });
  useEffect(() => {
    if (isConnected) onConnected();
  }, [isConnected]);
}
