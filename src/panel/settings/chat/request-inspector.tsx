import { useQuery } from '@/src/panel/data/stored-data';
import type { Chat } from '@/src/schema/chat';
import { i18n } from '@/src/texts/i18n';
import { RequestRow } from './request-row';

/** The chat's last requests, newest first. */
export function RequestInspector({ chat: { id } }: { chat: Pick<Chat, 'id'> }) {
  const requests = useQuery((queries) => queries.sentRequestsOf(id), [id]);
  if (requests === undefined) return null;
  if (requests.length === 0) return <p className="secondary">{i18n.t('chatSettings.requests.none')}</p>;
  return (
    <>
      <p className="secondary">{i18n.t('chatSettings.requests.explanation')}</p>
      <ul className="requests">
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </>
  );
}
