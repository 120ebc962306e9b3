import type { Approval } from '@/src/schema/approval';
import type { Message } from '@/src/schema/message';
import type { Payload } from '@/src/schema/payload';
import type { StatesOfWrite } from './call-states';

/** The stored parts of a chat that its exports are made from. */
export interface RecordedSession {
  title: string;
  /** Includes messages that were set aside. */
  messages: Message[];
  approvals: Approval[];
  /** The page around each write, by execution id. */
  states: Map<string, StatesOfWrite>;
  payloads: Payload[];
}
