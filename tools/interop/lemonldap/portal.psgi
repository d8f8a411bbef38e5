# LemonLDAP::NG's portal with the files of its pages, which a web server before it would hand out.
use Plack::Builder;
use Lemonldap::NG::Portal::Main;

my $portal = Lemonldap::NG::Portal::Main->run({});

builder {
    enable 'Static', path => sub { s{^/static/}{} }, root => "$ENV{LEMONLDAP_ROOT}/usr/share/lemonldap-ng/portal/htdocs/static";
    $portal;
};
