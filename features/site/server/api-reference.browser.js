// This script runs in the browser, after swagger-ui-bundle.js.
const { dataset, classList } = document.documentElement;
const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
classList.toggle('dark-mode', isDark);
globalThis.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  // Requests of this page run with the session of this browser. Therefore only read requests can be tried here.
  supportedSubmitMethods: ['get'],
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
