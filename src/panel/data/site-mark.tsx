import { useContext } from 'react';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import type { SiteMark } from '@/src/schema/site';
import { SITE_COLORS } from '@/src/schema/values/site-colors';
import { ShownChatContext } from './shown-chat';
import './site-mark.css';

/** The user's name for the shown chat's site, on the colour of that site. Renders nothing for a site without a name. */
export function ShownSiteMark() {
  const mark = useContext(ShownChatContext)?.siteMark;
  return mark && <SiteMarkView mark={mark} />;
}

export function SiteMarkView({ mark: { name, color } }: { mark: SiteMark }) {
  return (
    <strong className="site-mark" title={name} style={{ backgroundColor: SITE_COLORS[color] }}>
      <ForeignText text={name} />
    </strong>
  );
}
