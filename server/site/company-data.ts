import { companyPath, type PublicCompany } from '#shared/companies/company-page.ts';
import type { Site } from './html.ts';

/** The longest description that search engines need. */
const maxDescription = 300;

/**
 * A company's page as schema.org data: the organization, and where the page is. It has only what the page shows, and the USDOT number
 * only after it was confirmed.
 */
export function companyData({ publicUrl, pathTo, t }: Site, company: PublicCompany) {
  const { companyName, slug, companyLogo, city, state, about, website, foundedYear, verification } = company;
  const url = `${publicUrl}${pathTo(companyPath(slug))}`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': `${publicUrl}${companyPath(slug)}#organization`,
        name: companyName,
        url,
        ...(website && { sameAs: website }),
        ...(companyLogo && { logo: `${publicUrl}${companyLogo}` }),
        ...(about && { description: about.slice(0, maxDescription) }),
        ...(foundedYear && { foundingDate: String(foundedYear) }),
        ...(city &&
          state && {
            address: { '@type': 'PostalAddress', addressLocality: city, addressRegion: state, addressCountry: 'US' },
          }),
        ...(verification && {
          legalName: verification.legalName,
          identifier: { '@type': 'PropertyValue', propertyID: 'USDOT', value: verification.usdotNumber },
        }),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: t('common.allJobs'), item: `${publicUrl}${pathTo('/jobs')}` },
          { '@type': 'ListItem', position: 2, name: companyName, item: url },
        ],
      },
    ],
  };
}
