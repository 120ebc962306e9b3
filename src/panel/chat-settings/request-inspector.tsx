import type { Chat } from '@/src/core/records/chat';
import { useQuery } from '../link/stored-data';
import { RequestRow } from './request-row';

/** The chat's last requests, newest first. */
export function RequestInspector({ chat: { id } }: { chat: Pick<Chat, 'id'> }) {
  const requests = useQuery((queries) => queries.sentRequestsOf(id), [id]);
  if (requests === undefined) return null;
  if (requests.length === 0) return <p className="secondary">This chat has sent no request yet.</p>;
  return (
    <>
      <p className="secondary">
        What each request contained and what it left out. The newest twenty are kept. Token counts are
        estimates.
      </p>
      <ul className="requests">
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </>
  );
}
