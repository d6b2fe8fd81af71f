/** The sections of the members on the admin's page. */
export { DeletionRequestsSection } from './DeletionRequestsSection.tsx';
export { PeopleSection } from './PeopleSection.tsx';
