import { createTemplateDomPage } from '@/scripts/adapter/templates/dom/page';
import { createTemplatePageProtocolPage } from '@/scripts/adapter/templates/page-protocol/page';
import { createTemplateRestPage } from '@/scripts/adapter/templates/rest/page';
import { brokenHalf } from '../broken/broken-halves';
import { installKit } from './kit-page';

installKit((name, document) => {
  if (name === 'template-rest') return createTemplateRestPage(document);
  if (name === 'template-page-protocol') return createTemplatePageProtocolPage(document);
  return brokenHalf(name, createTemplateDomPage(document), document);
});
