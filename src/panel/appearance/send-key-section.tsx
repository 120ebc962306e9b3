import type { SendKey } from '@/src/core/records/send-key';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { SendKeyChoice } from './send-key-choice';
import { useChoice } from './use-choice';
import { useSendKey } from './use-send-key';

interface SendKeySectionProps {
  perform: Perform;
  onError(error: unknown): void;
}

/** The choice of the key that sends a message, for all panels. */
export function SendKeySection({ perform, onError }: SendKeySectionProps) {
  const { shown, choose, revert } = useChoice(useSendKey(onError) ?? undefined);
  const chooseSendKey = async (sendKey: SendKey) => {
    choose(sendKey);
    if (!(await perform(() => sendCommand({ type: 'set-send-key', sendKey })))) revert();
  };
  return <SendKeyChoice sendKey={shown ?? null} onChoose={chooseSendKey} />;
}
